// The order of the features: a feature may use only features that stand before it. Also the order in which to read them.
export const line = [
  'organizations',
  'accounts',
  'fields',
  'filters',
  'consent',
  'roster',
  'groups',
  'contacts',
  'imports',
  'family',
  'files',
  'translation',
  'replies',
  'voicemail',
  'messages',
  'inbox',
  'search',
  'notifications',
  'team',
  'analytics',
  'broadcasts',
  'apps',
  'settings',
]

// Features that gather on one screen what several rooms own, and so have no room of their name.
export const gathering = ['broadcasts', 'apps', 'settings', 'filters']
