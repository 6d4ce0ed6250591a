import { NAME_MAX } from '@crewline/contract/limits'

/** What is known of somebody new before their form opens. */
export interface Start {
  firstname?: string
  lastname?: string
  phone?: string
}

const fewestDigits = 7

/** Reads words that somebody searched for as a new worker: a number, or a name; undefined where they are neither. */
function startOf(words: string): Start | undefined {
  const said = words.replace(/\s+/g, ' ').trim()
  if (/^[\d\s()+./-]+$/.test(said)) return said.replace(/\D/g, '').length < fewestDigits ? undefined : { phone: said }
  if (!/\p{L}/u.test(said)) return undefined
  const [firstname = '', ...others] = said.split(' ')
  const lastname = others.join(' ')
  if (firstname.length > NAME_MAX || lastname.length > NAME_MAX) return undefined
  return { firstname, ...(lastname && { lastname }) }
}

/** The address of the form for a new worker with these words in it; undefined where they are neither a name nor a number. */
export function addPath(words: string): string | undefined {
  const start = startOf(words)
  return start && `/dashboard/contacts?${new URLSearchParams({ add: '1', ...start }).toString()}`
}

/** What an address says of the new worker; what is too long for a field is left out. */
export function startFrom(params: URLSearchParams): Start {
  const fields = ['firstname', 'lastname', 'phone'] as const
  return Object.fromEntries(
    fields.flatMap((field) => {
      const said = params.get(field)?.trim() ?? ''
      return said === '' || said.length > NAME_MAX ? [] : [[field, said]]
    }),
  )
}

/** An address without the form for a new worker, and without what was known of them. */
export function withoutAdding(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const field of ['add', 'firstname', 'lastname', 'phone']) next.delete(field)
  return next
}
