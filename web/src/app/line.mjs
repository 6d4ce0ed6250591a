// The order of the features: a feature may use only features that stand before it. Also the order in which to read them.
export const line = ['organizations', 'accounts', 'groups', 'contacts', 'messages', 'inbox', 'notifications']
