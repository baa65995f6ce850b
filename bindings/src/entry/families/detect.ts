/** The family detect: which schedule or sinusoid made numbers. */

export { detectSchedule } from '../../detect/detect-schedule.js';
export { detectTable } from '../../detect/detect-table.js';
