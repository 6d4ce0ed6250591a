import { NAME_MAX } from '@crewline/contract/limits'

/** Known values for the form of a new contact. */
export interface Start {
  firstname?: string
  lastname?: string
  phone?: string
}

const fewestDigits = 7

/** Parses search text as a new contact: a number, or a name; undefined when it is neither. */
function startOf(terms: string): Start | undefined {
  const text = terms.replace(/\s+/g, ' ').trim()
  if (/^[\d\s()+./-]+$/.test(text)) return text.replace(/\D/g, '').length < fewestDigits ? undefined : { phone: text }
  if (!/\p{L}/u.test(text)) return undefined
  const [firstname = '', ...others] = text.split(' ')
  const lastname = others.join(' ')
  if (firstname.length > NAME_MAX || lastname.length > NAME_MAX) return undefined
  return { firstname, ...(lastname && { lastname }) }
}

/**
 * Returns the URL of the form for a new contact prefilled with the search text; undefined when it is neither a name nor
 * a number.
 */
export function addPath(terms: string): string | undefined {
  const start = startOf(terms)
  return start && `/dashboard/contacts?${new URLSearchParams({ add: '1', ...start }).toString()}`
}

/** Reads the new contact from the URL; drops values that are too long for a field. */
export function startFrom(params: URLSearchParams): Start {
  const fields = ['firstname', 'lastname', 'phone'] as const
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = params.get(field)?.trim() ?? ''
      return value === '' || value.length > NAME_MAX ? [] : [[field, value]]
    }),
  )
}

/** Returns the URL parameters without the form for a new contact and its values. */
export function withoutAdding(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const field of ['add', 'firstname', 'lastname', 'phone']) next.delete(field)
  return next
}
