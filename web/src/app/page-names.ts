import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PageKey } from './titles.ts'

const product = 'Crewline'

const names: Record<PageKey, MessageDescriptor> = {
  login: msg`Log In`,
  dashboard: msg`Dashboard`,
  inbox: msg`Inbox`,
  settings: msg`Settings`,
  team: msg`Team`,
  contacts: msg`Contacts`,
  broadcasts: msg`Broadcasts`,
  groups: msg`Groups`,
  apps: msg`Apps`,
  newsletter: msg`Content Studio`,
  signature: msg`Signature`,
  forms: msg`Forms`,
  birthday: msg`Celebrations`,
  contactoptin: msg`Contact Opt-in`,
  restore: msg`Restore review`,
}

/** Returns the document title of a page, product first: "Crewline | Inbox". */
export function titleOf(page: PageKey, translate: (name: MessageDescriptor) => string): string {
  return `${product} | ${translate(names[page])}`
}
