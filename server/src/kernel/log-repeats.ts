/** Most lines with the same words in one window. */
const MOST = 10
/** The length of a window, in ms. */
const WINDOW_MS = 60_000

/** Decides which lines are written. */
export interface RepeatFilter {
  /** Whether a line with these words is written now; `summarize` is called later with the number of those left out. */
  admits(words: string, summarize: (leftOut: number) => void): boolean
}

/**
 * Limits lines with the same words: after ten in a minute the others are counted, and one line at the end of the minute
 * says how many there were. A full disk would otherwise fill the log, and with it perhaps another disk.
 */
export function limitRepeats(): RepeatFilter {
  const written = new Map<string, { count: number; leftOut: number; summarize: (leftOut: number) => void }>()
  return {
    admits(words, summarize) {
      const window = written.get(words)
      if (window) {
        window.count += 1
        if (window.count <= MOST) return true
        window.leftOut += 1
        return false
      }
      const opened = { count: 1, leftOut: 0, summarize }
      written.set(words, opened)
      setTimeout(() => {
        written.delete(words)
        if (opened.leftOut > 0) opened.summarize(opened.leftOut)
      }, WINDOW_MS).unref()
      return true
    },
  }
}
