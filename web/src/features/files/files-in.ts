/** Returns the pasted or dropped files; empty for text or a link. */
export function filesIn(data: DataTransfer | null): File[] {
  return data ? [...data.files] : []
}

/** Returns whether a drag has files; during a drag only the types are available. */
export function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false
}
