// THE order of the house: a room may call only rooms that stand before it. Also the order in which to read them.
export const line = [
  'mail',
  'organizations',
  'team',
  'accounts',
  'consent',
  'contacts',
  'groups',
  'lines',
  'carriers',
  'messages',
  'delivery',
  'inbox',
  'notifications',
  'usage',
  'analytics',
]
