import type { Rejection } from '../registrar.ts'

/** Reads the errors of a registration; `feedback` names what a registry could not verify. */
export function rejectionsOf(errors: unknown, text: string, feedback: string[]): Rejection[] {
  const listed = (Array.isArray(errors) ? errors : []).map((error: Record<string, unknown>) => ({
    code: textOf(error['error_code'] ?? error['code']),
    text: textOf(error['description'] ?? error['message'] ?? error['reason']),
    fields: Array.isArray(error['fields']) ? error['fields'].map(textOf) : [],
  }))
  const named = feedback.map((code) => ({ code, text, fields: [] }))
  if (listed.length > 0 || named.length > 0) return [...listed, ...named]
  return text === '' ? [] : [{ code: '', text, fields: [] }]
}

/** Returns a text or number as text; anything else is empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
