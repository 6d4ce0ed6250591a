import type { AppKey } from '@crewline/contract/app-keys'
import type { Features } from '@crewline/contract/features'
import type { Organization } from '@crewline/contract/organizations'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { IconCake, IconClipboardList, IconNews, IconUserCheck, type Icon } from '@tabler/icons-react'

/** An app: a part of the product that has its own page. */
export interface App {
  /** Key of its path and its pin. */
  key: AppKey
  name: MessageDescriptor
  icon: Icon
  /** What it is for, in one sentence. */
  about: MessageDescriptor
  /** What happens while it is off. */
  whenOff: MessageDescriptor
  /** It texts people from a number of the organization, and does nothing without one. */
  needsNumber?: true
}

/** The apps with their own page, in the order of the gallery. */
export const apps: App[] = [
  {
    key: 'newsletter',
    name: msg`Content Studio`,
    icon: IconNews,
    about: msg`Newsletters that people read on their phones.`,
    whenOff: msg`Published issues say that they have ended. Nothing is deleted.`,
  },
  {
    key: 'forms',
    name: msg`Forms`,
    icon: IconClipboardList,
    about: msg`Questions that people answer without email.`,
    whenOff: msg`Open forms say that they are closed. Nothing is deleted.`,
  },
  {
    key: 'birthday',
    name: msg`Celebrations`,
    icon: IconCake,
    about: msg`Messages on birthdays and work anniversaries.`,
    whenOff: msg`No messages are sent. Nothing is deleted.`,
    needsNumber: true,
  },
  {
    key: 'contactoptin',
    name: msg`Contact Opt-in`,
    icon: IconUserCheck,
    about: msg`Pages where people agree to get texts.`,
    whenOff: msg`Pages say that they are closed, and their keywords do nothing. Nothing is deleted.`,
    needsNumber: true,
  },
]

/** Returns the path of an app. */
export function pathOf({ key }: App): string {
  return `/dashboard/apps/${key}`
}

/** Returns whether an app is on. */
export function isOn({ key }: App, features: Features | null): boolean {
  return features?.[key] !== false
}

/** Returns whether the plan of the organization leaves out an app, which closes it. */
export function isLeftOut({ key }: App, organization: Organization | null): boolean {
  return organization?.appsNotInPlan?.includes(key) === true
}

/** Returns the pinned apps in their order; ignores unknown keys and apps that are off. */
export function pinned(keys: readonly string[], features: Features | null): App[] {
  return keys.flatMap((key) => apps.filter((app) => app.key === key && isOn(app, features)))
}
