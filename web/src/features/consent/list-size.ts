/** How many lines of a pasted list say something. */
export function linesOf(text: string): number {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '').length
}
