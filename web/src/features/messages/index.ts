// Owns one message: how it is written, sent and shown, and the texts that are still on their way to the server.
// Must never know which conversation is open.
export { Composer } from './Composer.tsx'
export { MessageBubble, type BubbleActs } from './MessageBubble.tsx'
export { onSent, sendAgain, sendText, takeBack } from './outbox.ts'
export { resumeSends, usePending } from './sending.ts'
export { bubblesOf, firstUnread, threadRows, type Bubble, type ThreadRow } from './thread-rows.ts'
