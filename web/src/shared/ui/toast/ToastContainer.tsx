import { TOAST_AUTO_CLOSE_MS, TOAST_DEFAULT_POSITION, TOAST_LIMIT } from '@crewline/contract/limits'
import { Notifications } from '@mantine/notifications'

/** Renders the containers of toasts; loaded after the first paint, and earlier toasts wait in the store. */
export function ToastContainer() {
  return (
    <Notifications
      limit={TOAST_LIMIT}
      autoClose={TOAST_AUTO_CLOSE_MS}
      position={TOAST_DEFAULT_POSITION}
      containerWidth={380}
      transitionDuration={140}
      zIndex={400}
      className="app-toasts"
    />
  )
}
