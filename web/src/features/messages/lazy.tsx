import { lazyPart } from '../../shared/lib/lazy-part.ts'

/** Code that most messages never need, loaded on demand. */
export const LazyLaterItems = lazyPart(() => import('./LaterItems.tsx'))
export const LazySchedulePicker = lazyPart(() => import('./SchedulePicker.tsx'))
export const LazyQuietReason = lazyPart(() => import('./QuietReason.tsx'))
export const LazyMentionMenu = lazyPart(() => import('./MentionMenu.tsx'))
export const LazyBubbleSheet = lazyPart(() => import('./BubbleSheet.tsx'))
