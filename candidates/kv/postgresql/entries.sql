CREATE TABLE entries (key text COLLATE "C" PRIMARY KEY, value bytea NOT NULL)
