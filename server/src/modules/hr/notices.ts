import { msg } from '@crewline/contract/localized-text'
import { localize } from '../../kernel/i18n/localize.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import { languageOf, type Tx } from '../../kernel/scope.ts'

const TEXTS = {
  review: {
    title: msg({ message: 'HR sync ready to review' }),
    message: msg({ message: 'See what changes, and apply it.' }),
  },
  brake: {
    title: msg({ message: 'HR sync stopped to ask' }),
    message: msg({ message: 'It would change unusually many people. No contacts were changed.' }),
  },
  company: {
    title: msg({ message: 'HR sync stopped to ask' }),
    message: msg({ message: 'Another company is connected than before. No contacts were changed.' }),
  },
  file: {
    title: msg({ message: 'HR file refused' }),
    message: msg({ message: "It couldn't be read. See why in Settings, Integrations." }),
  },
  missed: {
    title: msg({ message: "HR file didn't arrive" }),
    message: msg({ message: 'It was expected by now. No contacts were changed.' }),
  },
  failed: {
    title: msg({ message: 'HR sync failed' }),
    message: msg({ message: 'No contacts were removed. See what happened in Settings, Integrations.' }),
  },
}

/** Shows everyone who manages the organization that a sync waits or failed, or that a file was refused or did not arrive. */
export function notifyManagers(tx: Tx, syncId: string, what: keyof typeof TEXTS): void {
  const language = languageOf(tx)
  notifyInApp(
    tx,
    { can: 'organization.manage' },
    {
      id: tx.world.id(),
      key: `hr|${syncId}`,
      link: '/dashboard/settings?tab=integrations',
      type: what === 'review' ? 'info' : 'error',
      title: localize(TEXTS[what].title, language),
      message: localize(TEXTS[what].message, language),
    },
  )
}
