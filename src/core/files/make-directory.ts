/** The file system operations that makeDirectory needs. */
export interface Directories {
  mkdir(path: string): void;
  exists(path: string): boolean;
  parentOf(path: string): string;
}

/** Makes a directory and its missing parents. Node's own recursive mkdir never returns below /proc. */
export function makeDirectory(path: string, files: Directories): void {
  if (files.exists(path)) return;
  const parent = files.parentOf(path);
  if (parent !== path && !files.exists(parent)) makeDirectory(parent, files);
  try {
    files.mkdir(path);
  } catch (error) {
    // another process was faster
    if (!files.exists(path)) throw error;
  }
}
