import { lazy } from 'react'

/** Code that most messages never need: it comes when it is asked for. */
export const LazyLaterItems = lazy(() => import('./LaterItems.tsx'))
export const LazySchedulePicker = lazy(() => import('./SchedulePicker.tsx'))
export const LazyQuietReason = lazy(() => import('./QuietReason.tsx'))
export const LazyMentionMenu = lazy(() => import('./MentionMenu.tsx'))
export const LazyBubbleSheet = lazy(() => import('./BubbleSheet.tsx'))
