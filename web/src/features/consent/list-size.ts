/** Counts the lines of a pasted list that are not blank. */
export function linesOf(text: string): number {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '').length
}
