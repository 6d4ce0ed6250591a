import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { IconCake, IconClipboardList, IconNews, IconSignature, IconUserCheck, type Icon } from '@tabler/icons-react'

/** An app: a part of the product that has its own page. */
export interface App {
  /** Key of its path and its pin. */
  key: 'newsletter' | 'signature' | 'forms' | 'birthday' | 'contactoptin'
  name: MessageDescriptor
  icon: Icon
  /** What it is for, in one sentence. */
  about: MessageDescriptor
  /** Only an app that is built can be opened from the gallery and pinned to the menu. */
  isBuilt: boolean
}

/** The apps with their own page, in the order of the gallery. */
export const apps: App[] = [
  {
    key: 'newsletter',
    name: msg`Content Studio`,
    icon: IconNews,
    about: msg`Newsletters that people read on their phones.`,
    isBuilt: true,
  },
  {
    key: 'signature',
    name: msg`Signature`,
    icon: IconSignature,
    about: msg`Documents that people read and sign by text.`,
    isBuilt: false,
  },
  {
    key: 'forms',
    name: msg`Forms`,
    icon: IconClipboardList,
    about: msg`Questions that people answer without email.`,
    isBuilt: true,
  },
  {
    key: 'birthday',
    name: msg`Celebrations`,
    icon: IconCake,
    about: msg`Messages on birthdays and work anniversaries.`,
    isBuilt: true,
  },
  {
    key: 'contactoptin',
    name: msg`Contact Opt-in`,
    icon: IconUserCheck,
    about: msg`Pages where people agree to get texts.`,
    isBuilt: true,
  },
]

/** Returns the path of an app. */
export function pathOf({ key }: App): string {
  return `/dashboard/apps/${key}`
}

/** Returns the pinned apps in their order; ignores unknown keys and apps that are not built. */
export function pinned(keys: readonly string[]): App[] {
  return keys.flatMap((key) => apps.filter((app) => app.isBuilt && app.key === key))
}
