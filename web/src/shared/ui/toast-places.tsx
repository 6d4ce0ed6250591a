import { Notifications } from '@mantine/notifications'

/** Where toasts appear; loaded after the first paint, toasts shown before wait in the store. */
export function ToastPlaces() {
  return (
    <Notifications
      limit={5}
      autoClose={4000}
      position="bottom-right"
      containerWidth={380}
      transitionDuration={140}
      zIndex={400}
      className="app-toasts"
    />
  )
}
