// An endpoint as a user would write it: verifies each request with the package standardwebhooks,
// and prints what it got, a JSON object a line. The first line is its port.
import { createServer } from "node:http";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Webhook } = require("standardwebhooks");
const webhook = new Webhook(process.env.WEBHOOK_SECRET);

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks);
    let error = null;
    try {
      webhook.verify(body.toString("utf8"), request.headers);
    } catch (refused) {
      // A body that is no JSON is verified first, and only then parsed.
      error = refused instanceof SyntaxError ? null : String(refused);
    }
    console.log(
      JSON.stringify({
        id: request.headers["webhook-id"],
        contentType: request.headers["content-type"] ?? null,
        body: body.toString("base64"),
        error,
      }),
    );
    response.writeHead(error === null ? 204 : 401).end();
  });
});
server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: server.address().port })));
process.stdin.on("end", () => process.exit(0)).resume();
