package dev.barid.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** What is wrong with a file or directory, in words instead of an exception's name. Pure. */
public final class FileProblem {

  private FileProblem() {}

  /** The problem, with the path that it is about where the failure tells one. */
  public static String line(IOException failure) {
    if (!(failure instanceof FileSystemException file) || file.getFile() == null) {
      return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
    if (failure instanceof NoSuchFileException) {
      return "there is no " + file.getFile();
    }
    if (failure instanceof AccessDeniedException) {
      return "no permission for " + file.getFile();
    }
    if (failure instanceof FileAlreadyExistsException || failure instanceof NotDirectoryException) {
      return file.getFile() + " is no directory";
    }
    return file.getReason() == null
        ? file.getFile() + " can't be used"
        : file.getFile() + ": " + file.getReason();
  }
}
