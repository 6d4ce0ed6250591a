import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'
import { accountsSettings } from '../accounts/settings.ts'
import { auditSettings } from '../audit/settings.ts'
import { billingSettings } from '../billing/settings.ts'
import { apiKeysSettings } from '../api-keys/settings.ts'
import { carrierRegistrationSettings } from '../carrier-registration/settings.ts'
import { deliverySettings } from '../delivery/settings.ts'
import { hrSettings } from '../hr/settings.ts'
import { integrationsSettings } from '../integrations/settings.ts'
import { linesSettings } from '../lines/settings.ts'
import { messagesSettings } from '../messages/settings.ts'
import { notificationsSettings } from '../notifications/settings.ts'
import { organizationsSettings } from '../organizations/settings.ts'
import { recordsSettings } from '../records/settings.ts'
import { repliesSettings } from '../replies/settings.ts'
import { scimSettings } from '../scim/settings.ts'
import { ssoSettings } from '../sso/settings.ts'
import { teamSettings } from '../team/settings.ts'
import { translationSettings } from '../translation/settings.ts'
import { usageSettings } from '../usage/settings.ts'
import { voicemailSettings } from '../voicemail/settings.ts'
import { webhooksSettings } from '../webhooks/settings.ts'

const registrations: SettingsRegistration[] = [
  accountsSettings,
  organizationsSettings,
  repliesSettings,
  linesSettings,
  carrierRegistrationSettings,
  deliverySettings,
  voicemailSettings,
  messagesSettings,
  notificationsSettings,
  translationSettings,
  usageSettings,
  billingSettings,
  hrSettings,
  integrationsSettings,
  apiKeysSettings,
  webhooksSettings,
  recordsSettings,
  auditSettings,
  ssoSettings,
  scimSettings,
  teamSettings,
]

/** Every page of the settings, in the order of the list. */
export const settingsTabs = registrations
  .flatMap(({ tabs = [] }) => tabs)
  .toSorted((first, second) => first.order - second.order)

/** The sections of all pages, in their order on the page. */
export const settingsSections = registrations
  .flatMap(({ sections }) => sections)
  .toSorted((first, second) => first.order - second.order)
