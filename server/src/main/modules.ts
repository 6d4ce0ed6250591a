import type { ModuleDefinition } from '../kernel/module.ts'
import { connectContactData } from '../kernel/contact-data.ts'
import { connectMemberHoldings } from '../kernel/member-holdings.ts'
import { sealedColumns as sealedByKernel } from '../kernel/http/idempotency.ts'
import { connectRetainedData } from '../kernel/retained-data.ts'
import { connectSealed } from '../kernel/secrets/sealed-columns.ts'
import { connectPorts } from '../kernel/ports.ts'
import { connectUses } from '../kernel/uses.ts'
import { module as accounts } from '../modules/accounts/index.ts'
import { module as analytics } from '../modules/analytics/index.ts'
import { module as billing } from '../modules/billing/index.ts'
import { module as broadcasts } from '../modules/broadcasts/index.ts'
import { module as audit } from '../modules/audit/index.ts'
import { module as apiKeys } from '../modules/api-keys/index.ts'
import { module as scim } from '../modules/scim/index.ts'
import { module as shifts } from '../modules/shifts/index.ts'
import { module as sso } from '../modules/sso/index.ts'
import { module as carrierRegistration } from '../modules/carrier-registration/index.ts'
import { module as celebrations } from '../modules/celebrations/index.ts'
import { module as carriers } from '../modules/carriers/index.ts'
import { module as consent } from '../modules/consent/index.ts'
import { module as contacts } from '../modules/contacts/index.ts'
import { module as conversations } from '../modules/conversations/index.ts'
import { module as delivery } from '../modules/delivery/index.ts'
import { module as groups } from '../modules/groups/index.ts'
import { module as inbox } from '../modules/inbox/index.ts'
import { module as links } from '../modules/links/index.ts'
import { module as legalHolds } from '../modules/legal-holds/index.ts'
import { module as lines } from '../modules/lines/index.ts'
import { module as mail } from '../modules/mail/index.ts'
import { module as messages } from '../modules/messages/index.ts'
import { module as news } from '../modules/news/index.ts'
import { module as notifications } from '../modules/notifications/index.ts'
import { module as forms } from '../modules/forms/index.ts'
import { module as optIn } from '../modules/opt-in/index.ts'
import { module as organizations } from '../modules/organizations/index.ts'
import { module as team } from '../modules/team/index.ts'
import { module as usage } from '../modules/usage/index.ts'
import { module as files } from '../modules/files/index.ts'
import { module as translation } from '../modules/translation/index.ts'
import { module as replies } from '../modules/replies/index.ts'
import { module as records } from '../modules/records/index.ts'
import { module as retention } from '../modules/retention/index.ts'
import { module as sample } from '../modules/sample/index.ts'
import { module as search } from '../modules/search/index.ts'
import { module as transcripts } from '../modules/transcripts/index.ts'
import { module as voicemail } from '../modules/voicemail/index.ts'
import { module as fields } from '../modules/fields/index.ts'
import { module as hr } from '../modules/hr/index.ts'
import { module as imports } from '../modules/imports/index.ts'
import { module as integrations } from '../modules/integrations/index.ts'
import { module as audience } from '../modules/audience/index.ts'
import { module as contactLists } from '../modules/contact-lists/index.ts'
import { module as privacy } from '../modules/privacy/index.ts'
import { module as errors } from '../modules/errors/index.ts'
import { module as webhooks } from '../modules/webhooks/index.ts'
import { module as flows } from '../modules/flows/index.ts'
import { module as family } from '../modules/family/index.ts'
import { module as transfers } from '../modules/transfers/index.ts'
import { moduleOrder } from './module-order.mjs'

const allModules: ModuleDefinition[] = [
  mail,
  organizations,
  team,
  accounts,
  apiKeys,
  sso,
  scim,
  consent,
  contacts,
  groups,
  shifts,
  legalHolds,
  lines,
  carriers,
  conversations,
  messages,
  delivery,
  broadcasts,
  optIn,
  carrierRegistration,
  celebrations,
  news,
  forms,
  sample,
  inbox,
  notifications,
  usage,
  billing,
  integrations,
  analytics,
  audit,
  links,
  files,
  translation,
  replies,
  flows,
  search,
  transcripts,
  voicemail,
  fields,
  imports,
  audience,
  contactLists,
  privacy,
  retention,
  records,
  family,
  transfers,
  hr,
  webhooks,
  errors,
]

/** The modules in module order; a module missing from either list is a bug. */
export const modules: readonly ModuleDefinition[] = moduleOrder.map((name) => {
  const module = allModules.find((candidate) => candidate.name === name)
  if (!module) throw new Error(`the module order names a module that does not exist: ${name}`)
  return module
})

/**
 * Connects the ports, the contact data, the retained data, the holdings, the uses and the sealed values of all modules. Every
 * entry point calls it before it uses a module; throws when a port has no provider.
 */
export function connectModules(): void {
  connectPorts(modules)
  connectContactData(modules)
  connectRetainedData(modules)
  connectMemberHoldings(modules)
  connectUses(modules)
  connectSealed([{ sealedColumns: sealedByKernel }, ...modules])
}
