import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  Radio,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { FormSummary } from '../../shared/ui/form/FormSummary.tsx'
import { PasswordField } from '../../shared/ui/form/PasswordField.tsx'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { useApiForm } from '../../shared/ui/form/useApiForm.ts'
import { Section, State, States } from './Section.tsx'

function SampleForm() {
  const { form, summary, isSending, onSubmit } = useApiForm(
    { initialValues: { email: '', password: '' } },
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      return {
        fieldErrors: { email: 'Enter a work email, like ana@acme.com.', password: 'Enter 12 or more characters.' },
      }
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <FormSummary {...summary} />
        <TextInput label="Work email" autoComplete="email" key={form.key('email')} {...form.getInputProps('email')} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          description="12 or more characters"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <SubmitButton isSending={isSending} size="md" fullWidth>
          Log in
        </SubmitButton>
      </Stack>
    </form>
  )
}

/** Shows buttons, inputs and the form with API errors. */
export function FormSections() {
  return (
    <>
      <Section
        id="buttons"
        title="Buttons and badges"
        summary="One filled button per view. Blue acts, red destroys, the rest is quiet."
      >
        <States columns={3}>
          <State name="primary">
            <Button leftSection={<IconPlus size={18} stroke={1.75} />}>Add contact</Button>
          </State>
          <State name="default">
            <Button variant="default">Import</Button>
          </State>
          <State name="subtle">
            <Button variant="subtle">Clear</Button>
          </State>
          <State name="light">
            <Button variant="light">Review</Button>
          </State>
          <State name="destructive">
            <Button color="red">Delete group</Button>
          </State>
          <State name="loading">
            <Button loading>Save</Button>
          </State>
          <State name="off">
            <Button disabled>Send to 0 people</Button>
          </State>
          <State name="icon">
            <Tooltip label="Archive (E)">
              <ActionIcon aria-label="Archive">
                <IconTrash size={18} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          </State>
          <State name="badges">
            <div style={{ display: 'flex', gap: 4, flexWrap: 'wrap' }}>
              <Badge color="blue">Scheduled</Badge>
              <Badge color="green">Live</Badge>
              <Badge color="yellow">Stopped</Badge>
              <Badge color="red">Not sent</Badge>
              <Badge color="gray">Draft</Badge>
            </div>
          </State>
        </States>
      </Section>
      <Section id="inputs" title="Inputs" summary="The label is always there, help and error stand under the field.">
        <States>
          <State name="empty">
            <TextInput label="Group name" placeholder="Night shift" description="Only teammates see it" />
          </State>
          <State name="error">
            <TextInput
              label="Mobile"
              defaultValue="555 01"
              error="Enter a mobile number with 10 digits, like (555) 010-2233."
            />
          </State>
          <State name="off">
            <TextInput label="Employee ID" defaultValue="4417" disabled description="Managed by Acme Group" />
          </State>
          <State name="select">
            <Select
              label="Language"
              data={['English', 'Español', 'Tiếng Việt']}
              defaultValue="Español"
              comboboxProps={{ withinPortal: false }}
            />
          </State>
          <State name="text area">
            <Textarea label="Note" autosize minRows={2} defaultValue="Prefers texts after 3 PM." />
          </State>
          <State name="choices">
            <Stack gap="xs">
              <Checkbox label="Send me a copy" defaultChecked />
              <Checkbox label="Include people who left" />
              <Radio label="Everyone" name="who" defaultChecked />
              <Radio label="Some groups" name="who" />
              <Switch label="Mute sounds" defaultChecked />
              <SegmentedControl data={['Open', 'Unread', 'Archived']} aria-label="Which conversations" />
            </Stack>
          </State>
        </States>
      </Section>
      <Section
        id="form"
        title="useApiForm, FormSummary, PasswordField, SubmitButton"
        file="useApiForm.ts"
        summary="Press the button: the API's sentences land on their fields, the summary takes the focus, the button keeps its width."
      >
        <States>
          <State name="live">
            <SampleForm />
          </State>
          <State name="refused as a whole">
            <FormSummary
              errors={[]}
              problem="Email or password is not right. Try again or reset your password."
              attempt={0}
            />
          </State>
        </States>
      </Section>
    </>
  )
}
