import { msg } from '@crewline/contract/localized-text'
import type { Area } from './words.ts'

/** Actions on connections to other systems. */
export const CONNECTION_AREAS: readonly Area[] = [
  {
    key: 'hr',
    name: msg({ message: 'HR system' }),
    prefixes: ['hr', 'hr-file', 'hr-key'],
    actions: {
      'hr.connect-begun': msg({ message: 'Connecting an HR system started' }),
      'hr.connected': msg({ message: 'HR system connected' }),
      'hr.disconnected': msg({ message: 'HR system disconnected' }),
      'hr.revoked': msg({ message: 'HR system ended the connection' }),
      'hr.settings-changed': msg({ message: 'HR settings changed' }),
      'hr.sync-begun': msg({ message: 'HR sync started' }),
      'hr.sync-applied': msg({ message: 'HR sync confirmed' }),
      'hr.synced': msg({ message: 'HR sync finished' }),
      'hr.sync-failed': msg({ message: 'HR sync failed' }),
      'hr.sync-discarded': msg({ message: 'HR sync discarded' }),
      'hr.sync-undo-begun': msg({ message: 'Undo of an HR sync started' }),
      'hr.sync-undone': msg({ message: 'HR sync undone' }),
      'hr.problem-settled': msg({ message: 'Problem of an HR sync settled' }),
      'hr-file.received': msg({ message: 'File of people received' }),
      'hr-file.missed': msg({ message: 'File of people missing' }),
      'hr-file.refused': msg({ message: 'File of people refused' }),
      'hr-key.created': msg({ message: 'Key for files of people created' }),
      'hr-key.revoked': msg({ message: 'Key for files of people revoked' }),
    },
  },
  {
    key: 'chat',
    name: msg({ message: 'Slack and Teams' }),
    prefixes: ['chat-channel'],
    actions: {
      'chat-channel.connected': msg({ message: 'Chat channel connected' }),
      'chat-channel.changed': msg({ message: 'Chat channel changed' }),
      'chat-channel.tested': msg({ message: 'Test posted to a chat channel' }),
      'chat-channel.disconnected': msg({ message: 'Chat channel disconnected' }),
      'chat-channel.turned-off': msg({ message: 'Chat channel turned off after failures' }),
    },
  },
  {
    key: 'api',
    name: msg({ message: 'API and webhooks' }),
    prefixes: ['api-key', 'webhook'],
    actions: {
      'api-key.created': msg({ message: 'API key created' }),
      'api-key.changed': msg({ message: 'API key changed' }),
      'api-key.rotated': msg({ message: 'API key rotated' }),
      'api-key.overlap-ended': msg({ message: 'Old secret of an API key ended' }),
      'api-key.revoked': msg({ message: 'API key revoked' }),
      'webhook.created': msg({ message: 'Webhook created' }),
      'webhook.changed': msg({ message: 'Webhook changed' }),
      'webhook.rotated': msg({ message: 'Secret of a webhook rotated' }),
      'webhook.deleted': msg({ message: 'Webhook deleted' }),
      'webhook.tested': msg({ message: 'Test of a webhook sent' }),
      'webhook.replayed': msg({ message: 'Webhook delivery sent again' }),
      'webhook.turned-off': msg({ message: 'Webhook turned off after failures' }),
    },
  },
]
