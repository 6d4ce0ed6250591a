import type { Permission } from '@crewline/contract/permissions'
import type { MessageDescriptor } from '@lingui/core'
import type { Icon } from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** The settings pages; the key is also their name in the URL. */
export type SettingsTabKey =
  | 'account'
  | 'security'
  | 'notifications'
  | 'organization'
  | 'access'
  | 'sso'
  | 'replies'
  | 'phrases'
  | 'texting'
  | 'numbers'
  | 'billing'
  | 'integrations'
  | 'api'
  | 'data'
  | 'audit'

/** A page of the settings. */
export interface SettingsTab {
  key: SettingsTabKey
  /** Whom the page is about: the signed-in member or the organization. */
  owner: 'member' | 'organization'
  title: MessageDescriptor
  icon: Icon
  /** Position among the pages of the same owner, ascending. */
  order: number
  /** Unset: every member. */
  can?: Permission
  /** Its calls are rejected while the account is past due. */
  isBlockedPastDue?: boolean
}

/** Cards of one settings page; its code loads when the page opens. */
export interface SettingsSection {
  tab: SettingsTabKey
  /** Position on the page, ascending. */
  order: number
  /** Unset: every member who may open the page. */
  can?: Permission
  Section: ComponentType
  /** What the search of the settings finds: the cards that every member who may open the section sees. */
  cards?: SettingsCardName[]
}

/** A card by its URL fragment and its title. */
export interface SettingsCardName {
  id: string
  title: MessageDescriptor
}

/** What a feature adds to the settings. A page may have sections of several features. */
export interface SettingsRegistration {
  tabs?: SettingsTab[]
  sections: SettingsSection[]
}
