/** The files somebody pasted or dropped; empty when it was words or a link. */
export function filesIn(data: DataTransfer | null): File[] {
  return data ? [...data.files] : []
}

/** Whether a drag carries files; while it moves only the kinds are known. */
export function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false
}
