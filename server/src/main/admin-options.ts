/** A usage error; printed with the usage. */
export class Mistyped extends Error {}

/** Reads an option of a command; undefined when it was not given. */
export type OptionReader = (name: string) => string | undefined

/** Throws a usage error. */
export function mistype(message: string): never {
  throw new Mistyped(message)
}

/** Returns whether an option that takes only yes was given. */
export function isYes(readOption: OptionReader, name: string): boolean {
  const value = readOption(name)
  return value === undefined || value === 'yes' ? value === 'yes' : mistype(`--${name} takes only the value yes.`)
}

/** Returns an option, without which the command cannot run. */
export function needed(readOption: OptionReader, name: string): string {
  const value = readOption(name)?.trim()
  if (!value) throw new Mistyped(`--${name} is missing.`)
  return value
}
