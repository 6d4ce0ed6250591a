import type { HrWelcome } from './api.ts'

/** Leaves out languages without a text, unless there is no text at all: then the server says what is missing. */
export function writtenWelcome(welcome: HrWelcome): HrWelcome {
  const written = Object.entries(welcome.text).filter(([, body]) => body.trim() !== '')
  return written.length === 0 ? welcome : { ...welcome, text: Object.fromEntries(written) }
}

/** Returns what is wrong with the welcome text; undefined when nothing is. */
export function welcomeError(fieldErrors: Readonly<Record<string, string>> | undefined): string | undefined {
  const found = Object.entries(fieldErrors ?? {}).find(([field]) => field.includes('welcome'))
  return found?.[1]
}
