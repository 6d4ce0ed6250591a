// Owns single messages: how they are written, sent and shown, and those not yet on the server. Must not depend on which
// conversation is open.
export { onChanged } from './outbox/changed.ts'
export { Composer } from './composer/Composer.tsx'
export { MessageField, type Pasted } from './composer/MessageField.tsx'
export { TextCounter } from './composer/TextCounter.tsx'
export { TextLists } from './composer/TextLists.tsx'
export { usePasted } from './composer/usePasted.ts'
export { useTrigger, type Triggers } from './composer/useTrigger.ts'
export { useMinute } from './schedule/useNight.ts'
export { MessageBubble } from './bubble/MessageBubble.tsx'
export { onSent } from './outbox/outbox.ts'
export { resumeSends, usePending } from './outbox/sending.ts'
export { bubblesOf, firstUnread, threadRows, type Bubble, type ThreadRow } from './bubble/thread-rows.ts'
