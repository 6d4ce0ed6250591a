import type { Contact } from '@crewline/contract/contacts'
import { useLingui } from '@lingui/react/macro'
import { RecordDrawer } from '../../shared/ui/RecordDrawer.tsx'
import { useAddContactMutation } from './api.ts'
import { ContactForm } from './ContactForm.tsx'

export interface AddContactProps {
  isOpen: boolean
  onClose: () => void
  onAdded: (contact: Contact) => void
}

/** The form for a new worker, beside the list. */
export default function AddContact({ isOpen, onClose, onAdded }: AddContactProps) {
  const { t } = useLingui()
  const [add] = useAddContactMutation()
  return (
    <RecordDrawer isOpen={isOpen} onClose={onClose} title={t`Add contact`}>
      <ContactForm
        onCancel={onClose}
        onSubmit={async (draft) => {
          const { data, error } = await add(draft)
          if (data) onAdded(data.contact)
          return error
        }}
      />
    </RecordDrawer>
  )
}
