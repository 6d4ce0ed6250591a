import { CREW_DIALOGUES, type Dialogue } from './stories/crew.ts'

/** One of the six workers whose phones stand ready beside the demo. */
export interface CrewMember {
  firstname: string
  lastname: string
  called: string
  phone: string
  language: string
  jobTitle: string
  location: string
  /** What the phone's page says about the person. */
  about: string
  /** Whether the last words wait for an answer. */
  waits: boolean
  dialogues: Dialogue[]
}

export const CREW: CrewMember[] = [
  {
    firstname: 'Sam',
    lastname: 'Okoro',
    called: 'Sam',
    phone: '+13125550121',
    language: 'en',
    jobTitle: 'Line Lead',
    location: 'Cicero',
    about: 'Leads Line 3 on days. Answers fast, from the break room.',
    waits: false,
    dialogues: CREW_DIALOGUES.sam,
  },
  {
    firstname: 'Ana',
    lastname: 'Ruiz',
    called: 'Ana',
    phone: '+13125550122',
    language: 'es',
    jobTitle: 'Packaging Operator',
    location: 'Cicero',
    about: 'Packs on Line 3. Writes in Spanish, has two kids and a full calendar.',
    waits: true,
    dialogues: CREW_DIALOGUES.ana,
  },
  {
    firstname: 'Nguyễn Thị',
    lastname: 'Hoa',
    called: 'Hoa',
    phone: '+13125550123',
    language: 'vi',
    jobTitle: 'Quality Inspector',
    location: 'Cicero',
    about: 'Quality on days. Reads Vietnamese best.',
    waits: true,
    dialogues: CREW_DIALOGUES.hoa,
  },
  {
    firstname: 'فاطمة',
    lastname: 'الزهراء',
    called: 'فاطمة',
    phone: '+13125550124',
    language: 'ar',
    jobTitle: 'Cook',
    location: 'Cicero',
    about: 'Cooks in kettle room 2. Her phone is set to Arabic.',
    waits: false,
    dialogues: CREW_DIALOGUES.fatima,
  },
  {
    firstname: 'Ben',
    lastname: 'Cho',
    called: 'Ben',
    phone: '+13125550125',
    language: 'en',
    jobTitle: 'Forklift Operator',
    location: 'Cicero',
    about: 'Drives a forklift at the docks. Signal is bad in the freezer.',
    waits: true,
    dialogues: CREW_DIALOGUES.ben,
  },
  {
    firstname: 'Jean-Baptiste',
    lastname: 'Pierre',
    called: 'Jean-Baptiste',
    phone: '+13125550126',
    language: 'ht',
    jobTitle: 'Sanitation Crew',
    location: 'Cicero',
    about: 'Cleans the lines at night. Writes in Haitian Creole.',
    waits: false,
    dialogues: CREW_DIALOGUES.jeanBaptiste,
  },
]
