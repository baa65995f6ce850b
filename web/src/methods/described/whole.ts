// Importing this makes all descriptions whole.

import './rest/operations.js';
import './rest/ropes.js';
import './rest/tables.js';
import './rest/terms.js';
