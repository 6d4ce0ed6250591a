/** A request field that breaks the protocol; answered as 400 with the field's name. */
export class FieldRefused extends Error {
  readonly field: string
  readonly statusCode = 400
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

export type Fields = Record<string, unknown>

/** The body as an object of unchecked fields; anything else is refused. */
export function fieldsOf(body: unknown): Fields {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields
  throw new FieldRefused('body', 'A JSON object is required')
}

/** The text of a field, `''` when it is absent; a number or an object is refused. */
export function textField(fields: Fields, name: string): string {
  const value = fields[name] ?? ''
  if (typeof value !== 'string') throw new FieldRefused(name, `${name} must be text`)
  return value
}

/** The texts of a field that may be absent, one, or a list; anything else is refused. */
export function textList(fields: Fields, name: string): string[] {
  const value = fields[name] ?? []
  const list: unknown[] = Array.isArray(value) ? value : [value]
  if (list.every((one) => typeof one === 'string')) return list
  throw new FieldRefused(name, `${name} must be text or a list of texts`)
}

/** The text of a field that must not be empty, at most `max` characters. */
export function requiredText(fields: Fields, name: string, max = 2000): string {
  const value = textField(fields, name).trim()
  if (value === '') throw new FieldRefused(name, `${name} is required`)
  if (value.length > max) throw new FieldRefused(name, `${name} is longer than ${max} characters`)
  return value
}

/** The text of a field or null when it is absent or empty. */
export function optionalText(fields: Fields, name: string): string | null {
  const value = textField(fields, name).trim()
  return value === '' ? null : value.slice(0, 2000)
}

/** One of the given words, or undefined when the field is absent. */
export function optionalWord<Word extends string>(
  fields: Fields,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  if (words.includes(value as Word)) return value as Word
  throw new FieldRefused(name, `${name} must be one of ${words.join(', ')}`)
}

/** A whole number between the limits, or undefined when the field is absent; digits in text are accepted. */
export function optionalCount(fields: Fields, name: string, min: number, max: number): number | undefined {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return undefined
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (typeof count === 'number' && Number.isInteger(count) && count >= min && count <= max) return count
  throw new FieldRefused(name, `${name} must be a whole number from ${min} to ${max}`)
}

/** True or false, or undefined when the field is absent. */
export function optionalFlag(fields: Fields, name: string): boolean | undefined {
  const value = fields[name]
  if (value === undefined || typeof value === 'boolean') return value
  throw new FieldRefused(name, `${name} must be true or false`)
}
