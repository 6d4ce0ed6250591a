// Owns the settings of chat channels. Must not depend on what the posts are about.
export { useChatText } from './useChatText.ts'
