import { lazyPart } from '../../shared/lib/lazy-part.ts'

/** Code that most messages never need, loaded on demand. */
export const LazyLaterItems = lazyPart(() => import('./schedule/LaterItems.tsx'))
export const LazySchedulePicker = lazyPart(() => import('./schedule/SchedulePicker.tsx'))
export const LazyQuietReason = lazyPart(() => import('./schedule/QuietReason.tsx'))
export const LazyMentionMenu = lazyPart(() => import('./composer/MentionMenu.tsx'))
export const LazyBubbleSheet = lazyPart(() => import('./bubble/BubbleSheet.tsx'))
