// The order of the features: a feature may use only features listed before it. Also the order in which to read them.
export const moduleOrder = [
  'organizations',
  'accounts',
  'fields',
  'filters',
  'consent',
  'privacy',
  'groups',
  'contacts',
  'imports',
  'family',
  'files',
  'translation',
  'replies',
  'lines',
  'delivery',
  'sample',
  'voicemail',
  'messages',
  'inbox',
  'search',
  'notifications',
  'team',
  'api-keys',
  'analytics',
  'usage',
  'broadcasts',
  'apps',
  'settings',
]

// Features that combine several modules on one screen and therefore have no server module of the same name.
export const gathering = ['apps', 'settings', 'filters']
