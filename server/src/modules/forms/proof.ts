// The proof that the person at a browser holds a phone: an encrypted cookie for one form and one link, for a limited time.
import { FORM_PROOF_MS } from '@crewline/contract/form-limits'
import type { Kernel } from '../../kernel/kernel.ts'
import type { StoredForm } from './rules.ts'

/** What a browser proved. */
export interface Proof {
  /** The person of the personal link; null on the public link. */
  contactId: string | null
  phone: string
}

type ProvedForm = Pick<StoredForm, 'orgId' | 'id' | 'code'>

const COOKIE = 'crewline-form'
/** A cookie is longer than this only if it is not ours. */
const COOKIE_MAX = 400

/** Returns the header that gives a browser its proof. Scripts cannot read it, and other sites cannot send it. */
export function proofCookie({ encryption, config, world }: Kernel, form: ProvedForm, proof: Proof): string {
  const until = world.now().getTime() + FORM_PROOF_MS
  const value = encryption.seal(placeOf(form), JSON.stringify({ ...proof, until }))
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${value}; Path=/public/forms/${form.code}; Max-Age=${FORM_PROOF_MS / 1000}; HttpOnly; SameSite=Lax${secure}`
}

/** Returns the header with which a browser forgets its proof: the next person at it enters a code of their own. */
export function endProofCookie({ code }: Pick<ProvedForm, 'code'>): string {
  return `${COOKIE}=; Path=/public/forms/${code}; Max-Age=0; HttpOnly; SameSite=Lax`
}

/** Returns what the browser proved for this form; undefined when a cookie is not ours, of another form, or too old. */
export function readProof({ encryption, world }: Kernel, form: ProvedForm, cookies: string): Proof | undefined {
  const named = cookies.split(';').find((part) => part.trim().startsWith(`${COOKIE}=`))
  const value = named?.trim().slice(COOKIE.length + 1) ?? ''
  if (value === '' || value.length > COOKIE_MAX) return undefined
  try {
    const { contactId, phone, until } = JSON.parse(encryption.open(placeOf(form), value)) as Proof & { until: number }
    return until > world.now().getTime() ? { contactId, phone } : undefined
  } catch {
    return undefined
  }
}

/** Returns the keyed hash by which a number that belongs to no contact is remembered. */
export function numberHash({ encryption }: Pick<Kernel, 'encryption'>, orgId: string, phone: string): Buffer {
  return encryption.fingerprint('form_number', `${orgId}|${phone}`)
}

function placeOf({ orgId, id }: ProvedForm): string {
  return `form_proof|${orgId}|${id}`
}
