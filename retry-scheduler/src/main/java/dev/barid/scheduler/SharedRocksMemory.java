package dev.barid.scheduler;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * One bound on the memory of all stores in this process. By default each store may take about 100
 * MB outside the heap, and there is a store for each partition of each tier: over 3 GB with four
 * tiers of eight partitions, most of it for nothing, since the stores are written once, read once
 * in order, and never looked up.
 */
public final class SharedRocksMemory implements RocksDBConfigSetter {

  /** Of this much, write buffers may take {@link #WRITE_BUFFER_BYTES}. */
  private static final long TOTAL_BYTES = 96L << 20;

  private static final long WRITE_BUFFER_BYTES = 48L << 20;

  /** Index and filter blocks stay in memory before data blocks do, as every scan needs them. */
  private static final double HIGH_PRIORITY_SHARE = 0.2;

  private static final long STORE_WRITE_BUFFER_BYTES = 8L << 20;

  static {
    RocksDB.loadLibrary();
  }

  private static final Cache CACHE = new LRUCache(TOTAL_BYTES, -1, false, HIGH_PRIORITY_SHARE);
  private static final WriteBufferManager WRITE_BUFFERS =
      new WriteBufferManager(WRITE_BUFFER_BYTES, CACHE);

  /** Made by Kafka Streams, by reflection. */
  public SharedRocksMemory() {}

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(CACHE);
    table.setCacheIndexAndFilterBlocks(true);
    table.setCacheIndexAndFilterBlocksWithHighPriority(true);
    table.setPinTopLevelIndexAndFilter(true);
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(WRITE_BUFFERS);
    options.setWriteBufferSize(STORE_WRITE_BUFFER_BYTES);
    options.setMaxWriteBufferNumber(2);
  }

  /** Nothing: what was set is shared, and lives as long as the process. */
  @Override
  public void close(String storeName, Options options) {}
}
