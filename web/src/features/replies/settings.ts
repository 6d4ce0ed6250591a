import { msg } from '@lingui/core/macro'
import { IconMessageBolt } from '@tabler/icons-react'
import { lazyPart } from '../../shared/lib/lazy-part.ts'
import type { SettingsRegistration } from '../../shared/ui/settings/settings-tab.ts'

/** Saved replies, and keywords with automatic replies. */
export const repliesSettings: SettingsRegistration = {
  tabs: [
    {
      key: 'replies',
      owner: 'organization',
      title: msg`Replies`,
      icon: IconMessageBolt,
      order: 20,
      can: 'inbox.read',
      isBlockedPastDue: true,
    },
  ],
  sections: [
    {
      tab: 'replies',
      order: 10,
      can: 'inbox.reply',
      Section: lazyPart(async () => ({ default: (await import('./settings/SavedRepliesCard.tsx')).SavedRepliesCard })),
      cards: [{ id: 'replies', title: msg`Saved replies` }],
    },
    {
      tab: 'replies',
      order: 20,
      Section: lazyPart(async () => ({ default: (await import('./settings/KeywordsCard.tsx')).KeywordsCard })),
      cards: [{ id: 'keywords', title: msg`Keywords` }],
    },
  ],
}
