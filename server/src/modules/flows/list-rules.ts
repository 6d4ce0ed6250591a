/** Returns the phrases of these lines, which separate them by commas. */
export function listOf(...lines: string[]): string[] {
  return lines.flatMap((line) => line.split(', '))
}
