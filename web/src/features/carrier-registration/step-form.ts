import type { RegistrationData } from './api.ts'

/** A form of answers in a drawer. */
export interface StepFormProps {
  data: RegistrationData
  /** Called with whether something is typed that is not saved. */
  onDirty: (isDirty: boolean) => void
  /** Called to close the form, which asks first when something is not saved. */
  onClose: () => void
  /** Called when everything is saved and complete. */
  onDone: () => void
}
