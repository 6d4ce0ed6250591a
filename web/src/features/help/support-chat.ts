import { Intercom, show, shutdown } from '@intercom/messenger-js-sdk'
import type { Reply } from '../../shared/api/from-contract.ts'

type SupportChat = NonNullable<Reply<'me'>['supportChat']>

/** Who writes: what the operator's support sees of a user. */
export interface ChatUser {
  id: string
  /** Proves the id to Intercom. */
  hash: string
  name: string
  email: string
}

/** The id that the SDK gives to its script element. */
const scriptId = '_intercom_npm_loader'
/** How long the script may take, in ms: a network that blocks it may not even refuse it. */
const patientMs = 20_000
let loading: Promise<void> | undefined

/**
 * Opens the support chat of the operator, whose script is loaded the first time. Rejects when the script cannot be
 * loaded; a later call tries again. The chat forgets the user when the page is left, so also when they log out.
 */
export async function openSupportChat({ appId, region }: SupportChat, user: ChatUser, locale: string): Promise<void> {
  Intercom({
    app_id: appId,
    region,
    user_id: user.id,
    user_hash: user.hash,
    name: user.name,
    email: user.email,
    language_override: locale.slice(0, 2),
    hide_default_launcher: true,
  })
  loading ??= scriptLoaded()
  await loading
  show()
}

function scriptLoaded(): Promise<void> {
  const script = document.getElementById(scriptId)
  return new Promise((resolve, reject) => {
    const late = setTimeout(fail, patientMs)
    script?.addEventListener('error', fail)
    script?.addEventListener('load', () => {
      clearTimeout(late)
      window.addEventListener('pagehide', () => shutdown())
      resolve()
    })
    function fail(): void {
      clearTimeout(late)
      // Otherwise the SDK would take its own queue for the chat.
      script?.remove()
      delete window.Intercom
      loading = undefined
      reject(new Error('the support chat could not be loaded'))
    }
  })
}
