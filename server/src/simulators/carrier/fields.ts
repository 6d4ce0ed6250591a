/** Reports a request field that violates the protocol; answered with 400 and the field's name. */
export class FieldRefused extends Error {
  readonly field: string
  readonly statusCode = 400
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

export type Fields = Record<string, unknown>

/** Returns the body as an object of unchecked fields; refuses anything else. */
export function fieldsOf(body: unknown): Fields {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields
  throw new FieldRefused('body', 'A JSON object is required')
}

/** Returns the text of a field, `''` when it is absent; refuses a number or an object. */
export function textField(fields: Fields, name: string): string {
  const value = fields[name] ?? ''
  if (typeof value !== 'string') throw new FieldRefused(name, `${name} must be text`)
  return value
}

/** Returns the texts of a field that may be absent, single, or a list; refuses anything else. */
export function textList(fields: Fields, name: string): string[] {
  const value = fields[name] ?? []
  const list: unknown[] = Array.isArray(value) ? value : [value]
  if (list.every((item) => typeof item === 'string')) return list
  throw new FieldRefused(name, `${name} must be text or a list of texts`)
}

/** Returns the text of a field that must not be empty, at most `max` characters. */
export function requiredText(fields: Fields, name: string, max = 2000): string {
  const value = textField(fields, name).trim()
  if (value === '') throw new FieldRefused(name, `${name} is required`)
  if (value.length > max) throw new FieldRefused(name, `${name} is longer than ${max} characters`)
  return value
}

/** Returns the text of a field, or null when it is absent or empty. */
export function optionalText(fields: Fields, name: string): string | null {
  const value = textField(fields, name).trim()
  return value === '' ? null : value.slice(0, 2000)
}

/** Returns one of the given words, or undefined when the field is absent. */
export function optionalChoice<Word extends string>(
  fields: Fields,
  name: string,
  choices: readonly Word[],
): Word | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  if (choices.includes(value as Word)) return value as Word
  throw new FieldRefused(name, `${name} must be one of ${choices.join(', ')}`)
}

/** Returns a whole number within the limits, or undefined when the field is absent; accepts digits as text. */
export function optionalCount(fields: Fields, name: string, min: number, max: number): number | undefined {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return undefined
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof count === 'number' && Number.isInteger(count) && count >= min && count <= max) return count
  throw new FieldRefused(name, `${name} must be a whole number from ${min} to ${max}`)
}

/** Returns true or false, or undefined when the field is absent. */
export function optionalFlag(fields: Fields, name: string): boolean | undefined {
  const value = fields[name]
  if (value === undefined || typeof value === 'boolean') return value
  throw new FieldRefused(name, `${name} must be true or false`)
}
