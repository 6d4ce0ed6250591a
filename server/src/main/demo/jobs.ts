/** A job with the relative number of people who have it. */
export interface Job {
  title: string
  weight: number
}

export const FOOD_JOBS: Job[] = [
  { title: 'Packaging Operator', weight: 22 },
  { title: 'Line Worker', weight: 20 },
  { title: 'Machine Operator', weight: 12 },
  { title: 'Sanitation Crew', weight: 8 },
  { title: 'Forklift Operator', weight: 7 },
  { title: 'Quality Inspector', weight: 5 },
  { title: 'Line Lead', weight: 4 },
  { title: 'Maintenance Technician', weight: 4 },
  { title: 'Mixer Operator', weight: 4 },
  { title: 'Shipping Clerk', weight: 4 },
  { title: 'Delivery Driver', weight: 4 },
  { title: 'Cook', weight: 3 },
  { title: 'Freezer Associate', weight: 2 },
  { title: 'Safety Coordinator', weight: 1 },
]

export const CLINIC_JOBS: Job[] = [
  { title: 'Medical Assistant', weight: 26 },
  { title: 'Registered Nurse', weight: 22 },
  { title: 'Front Desk', weight: 16 },
  { title: 'Housekeeping', weight: 10 },
  { title: 'Phlebotomist', weight: 8 },
  { title: 'Home Health Aide', weight: 10 },
  { title: 'Radiology Tech', weight: 4 },
  { title: 'Shuttle Driver', weight: 4 },
]
