import type { Features } from '@crewline/contract/features'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { IconCake, IconClipboardList, IconNews, IconSignature, IconUserCheck, type Icon } from '@tabler/icons-react'

/** An app of the organization: one part of the product that can be on or off. */
export interface App {
  /** The name of its switch, of its path and of its pin. */
  key: 'newsletter' | 'signature' | 'forms' | 'birthday' | 'contactoptin'
  name: MessageDescriptor
  icon: Icon
  /** What it is for, in one sentence. */
  about: MessageDescriptor
  /** What is in it. */
  none: MessageDescriptor
}

/** The apps with a page of their own, in the order of the gallery. */
export const apps: App[] = [
  {
    key: 'newsletter',
    name: msg`Content Studio`,
    icon: IconNews,
    about: msg`Newsletters that people read on their phone.`,
    none: msg`There are no newsletters.`,
  },
  {
    key: 'signature',
    name: msg`Signature`,
    icon: IconSignature,
    about: msg`Documents that people read and sign by text.`,
    none: msg`There are no documents.`,
  },
  {
    key: 'forms',
    name: msg`Forms`,
    icon: IconClipboardList,
    about: msg`Questions that people answer without email.`,
    none: msg`There are no forms.`,
  },
  {
    key: 'birthday',
    name: msg`Celebrations`,
    icon: IconCake,
    about: msg`Messages on birthdays and work anniversaries.`,
    none: msg`There are no celebrations. No messages go out from here.`,
  },
  {
    key: 'contactoptin',
    name: msg`Contact Opt-in`,
    icon: IconUserCheck,
    about: msg`Pages where people agree to get texts.`,
    none: msg`There are no opt-in pages.`,
  },
]

/** Where an app is. */
export function pathOf({ key }: App): string {
  return `/dashboard/apps/${key}`
}

/** The pinned apps in their order; names nobody knows are left out. */
export function pinned(keys: readonly string[]): App[] {
  return keys.flatMap((key) => apps.filter((app) => app.key === key))
}

/** Whether an app is on. */
export function isOn(features: Features | null, { key }: App): boolean {
  return features?.[key] ?? false
}
