-- What a notice is about (kind, game and seat): a newer one takes the place of one that was not sent yet.
ALTER TABLE notices ADD COLUMN about text NOT NULL DEFAULT '';
